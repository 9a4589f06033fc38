/** The path of the oldest Node that the command line promises, or null. */
export function findOldNode(): string | null;
/** Installs it if possible. Without it its test is skipped, but in CI it fails. */
export function ensureOldNode(): void;
