// The history: show days in the phone's time zone, and share a picture of the result.
import { offerPicture } from "./lib/picture.js";

const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" });
for (const time of document.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));

offerPicture(document.getElementById("picture"));
