/** The path of nginx, or null. */
export function findNginx(): string | null;
/** Installs nginx if possible. Without nginx its tests are skipped, but in CI they fail. */
export function ensureNginx(): Promise<void>;
