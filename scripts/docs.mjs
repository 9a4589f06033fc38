/** Writes the generated files: `npm run docs`. Any Node from 20 on starts it; the project's own Node does the work. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { status, error } = spawnSync('node', [join(root, 'scripts', 'docs.ts')], {
	stdio: 'inherit',
	env: { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
	shell: process.platform === 'win32',
});
if (error) console.error(error.message);
process.exitCode = status ?? 1;
