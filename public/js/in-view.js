/** How far below the window an element begins to load: about one turn of the wheel. */
const AHEAD = "0px 0px 200px";

/** Runs a function once, when the element is in view or is about to come into view. */
export function onceInView(element, run) {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      run();
    },
    { rootMargin: AHEAD },
  );
  watch.observe(element);
}
