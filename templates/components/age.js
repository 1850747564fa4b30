// The browser renders with it too, so it lies where the site publishes it.
export * from "../../public/js/moment.js";
