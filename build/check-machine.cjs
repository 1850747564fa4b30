// Every npm script runs this first. Its syntax is that of old versions of Node: those fail in the
// other files with a syntax error, before any line of the program could say which version it needs.
var fs = require("fs");
var os = require("os");
var path = require("path");

var required = require("../package.json").engines.node;

function parseVersion(text) {
  return /(\d+)\.(\d+)/.exec(text).slice(1).map(Number);
}

function isOld() {
  var own = parseVersion(process.versions.node);
  var least = parseVersion(required);
  return own[0] < least[0] || (own[0] === least[0] && own[1] < least[1]);
}

/** Bytes. Less room is not enough for any command that writes there. */
var ROOM = 1024 * 1024;

/**
 * Why the folder for temporary files cannot be used. tsx creates a folder in it before it runs the
 * program: where it cannot, tsx ends with a stack, or hangs. In a full one, tests fail one by one.
 */
function findTempFault() {
  var own;
  try {
    own = fs.mkdtempSync(path.join(os.tmpdir(), "open-crypto-data-"));
    fs.writeFileSync(path.join(own, "room"), new Array(ROOM + 1).join(" "));
  } catch (error) {
    return error.message;
  } finally {
    if (own) fs.rmSync(own, { recursive: true, force: true });
  }
}

/** Beside this package, or within it. */
function isInstalled(name) {
  try {
    return require.resolve(name + "/package.json") !== "";
  } catch (_error) {
    return false;
  }
}

function findProblem() {
  if (isOld())
    return (
      "This needs Node " +
      required.replace(/[^\d.]/g, "") +
      " or later, and this is Node " +
      process.versions.node +
      ". Install a newer one from https://nodejs.org, then run npm ci again."
    );
  if (!isInstalled("tsx")) return "The packages of this project are not installed. Run npm ci first.";
  var fault = findTempFault();
  if (fault)
    return (
      "The folder for temporary files, " +
      os.tmpdir() +
      ", cannot be written (" +
      fault +
      "). " +
      (/ENOSPC|EDQUOT/.test(fault) ? "Free some space there, or set" : "Set") +
      " TMPDIR to another folder: mkdir -p ~/tmp && export TMPDIR=~/tmp"
    );
}

var problem = findProblem();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
