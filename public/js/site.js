// The scripts of every page.
import "./copy.js";
import "./freshness.js";
import "./search.js";
import "./site-address.js";
import "./theme-toggle.js";
