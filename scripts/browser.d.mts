/** Path of a Chromium that can be started, or null. `CHROMIUM_PATH` names one by hand. */
export function findBrowser(): string | null;
/** Makes sure that there is a browser, installing one where there is none. */
export function ensureBrowser(): Promise<void>;
