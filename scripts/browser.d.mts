/** The path of a usable Chromium, or null. `CHROMIUM_PATH` overrides the search. */
export function findBrowser(): string | null;
/** The path of Chromium's headless shell, or else of another Chromium, or null. */
export function findHeadlessShell(): string | null;
/** Ensures that a browser is installed; installs one if necessary. */
export function ensureBrowser(): Promise<void>;
