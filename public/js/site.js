// What every page does, each part on its own.
import "./copy.js";
import "./freshness.js";
import "./site-address.js";
import "./theme-toggle.js";
