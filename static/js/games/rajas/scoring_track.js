// The drawn tracks of Rajas of the Ganges: tapping a space, and showing the players' markers.

const [WIDTH, HEIGHT] = [20, 16]; // of a space; ten are in a row
const ALONE = [[10, 8, 13]]; // x, y, size of the markers on a space
const TOGETHER = [[5.5, 4.3, 8], [14.5, 11.7, 8], [14.5, 4.3, 8], [5.5, 11.7, 8]];

/** Call `act(space)` when a space of the track is tapped. */
export function listen(track, act) {
  track.addEventListener("click", (event) => {
    const space = event.target.closest("[data-space]");
    if (space) act(Number(space.dataset.space));
  });
}

/** Draw the markers of a track: a list of { space, sign }, where `sign` is the svg of the player's symbol. */
export function mark(track, markers) {
  const spaces = new Map();
  for (const marker of markers) spaces.set(marker.space, [...(spaces.get(marker.space) ?? []), marker]);
  const drawn = [...spaces].flatMap(([space, together]) => {
    const places = together.length > 1 ? TOGETHER : ALONE;
    return together.slice(0, places.length).map(({ sign }, number) => {
      const [x, y, size] = places[number];
      const marker = sign.cloneNode(true);
      marker.setAttribute("x", (space % 10) * WIDTH + x - size / 2);
      marker.setAttribute("y", Math.floor(space / 10) * HEIGHT + y - size / 2);
      marker.setAttribute("width", size);
      marker.setAttribute("height", size);
      return marker;
    });
  });
  track.querySelector("[data-markers]").replaceChildren(...drawn);
}
