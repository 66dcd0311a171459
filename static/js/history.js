// The history: days as the phone's clock has them, and a picture of the result to share.
import { offerPicture } from "./lib/picture.js";

const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" });
for (const time of document.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));

offerPicture(document.getElementById("picture"));
