/**
 * The interactive view of the OpenAPI document. It is large, so it comes when a reader asks for it; every request that it makes is
 * answered by `client.js`, so that parameters count on a host that knows only files, and no request leaves the site.
 */
const root = new URL("..", import.meta.url);
const button = document.querySelector("[data-openapi-open]");
const status = document.querySelector("[data-openapi-status]");
const box = document.querySelector("[data-openapi-view]");

if (button !== null) {
  button.hidden = false;
  button.addEventListener("click", open);
}

async function open() {
  button.disabled = true;
  status.textContent = "loading…";
  try {
    const [{ request }] = await Promise.all([
      import(new URL("client.js", root).href),
      loadStyle(box.dataset.style),
      loadScript(box.dataset.script),
    ]);
    show(request, await readDocument(request));
    button.hidden = true;
  } catch {
    button.disabled = false;
    status.textContent = navigator.onLine ? "The view could not be loaded." : "You are offline.";
  }
}

/** The document with the address of this site, and without the examples of what may be left out: the view would ask them all at once. */
async function readDocument(request) {
  const document = await (await request("openapi.json")).json();
  for (const { get } of Object.values(document.paths)) {
    for (const parameter of get.parameters ?? []) if (!parameter.required) delete parameter.example;
  }
  return { ...document, servers: [{ url: new URL("api", root).href, description: "This site." }] };
}

function show(request, spec) {
  followTheme();
  box.hidden = false;
  makeReachable();
  globalThis.SwaggerUIBundle({
    spec,
    domNode: box,
    // By default it would ask its makers' server about the document.
    validatorUrl: null,
    supportedSubmitMethods: ["get"],
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // Colours of digits that not everyone can read, and slow on long answers.
    syntaxHighlight: { activated: false },
    defaultModelsExpandDepth: 0,
    requestInterceptor: (asked) => Object.assign(asked, { userFetch: (url, { method }) => request(url, { method }) }),
    onComplete() {
      status.textContent = "Open an operation and press Execute: this site answers.";
      box.focus();
    },
  });
}

/** What scrolls must be reached by keyboard; the view makes its blocks of code anew with every answer. */
function makeReachable() {
  const apply = () => {
    for (const block of box.querySelectorAll("pre:not([tabindex])")) block.tabIndex = 0;
  };
  new MutationObserver(apply).observe(box, { childList: true, subtree: true });
}

/** It has a dark theme of its own, which a class turns on. */
function followTheme() {
  const element = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = element.dataset;
    element.classList.toggle("dark-mode", theme === undefined ? system.matches : theme === "dark");
  };
  apply();
  system.addEventListener("change", apply);
  new MutationObserver(apply).observe(element, { attributeFilter: ["data-theme"] });
}

function loadScript(src) {
  return load(Object.assign(document.createElement("script"), { src }));
}

function loadStyle(href) {
  return load(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

function load(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", reject);
    document.head.append(element);
  });
}
