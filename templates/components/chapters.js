/** Endpoints by chapter, in the order of the chapters: `{ id, title, description, endpoints }`. */
export function listChapters(endpoints) {
  const chapters = new Map(endpoints.map(({ chapter }) => [chapter.id, chapter]));
  return [...chapters.values()]
    .sort((a, b) => a.position - b.position)
    .map((chapter) => ({ ...chapter, endpoints: endpoints.filter((endpoint) => endpoint.chapter.id === chapter.id) }));
}
