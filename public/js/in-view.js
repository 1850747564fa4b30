/** Runs a function once, when the element comes into view. */
export function onceInView(element, run) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    run();
  });
  watch.observe(element);
}
