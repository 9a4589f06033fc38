import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliDocs } from '../cli/src/docs.ts';
import { envExample } from './envExample.ts';

/** The generated files and what makes their text. `npm run docs` writes them, and a test compares them. */
export const GENERATED: Readonly<Record<string, () => string>> = {
	'.env.example': envExample,
	'docs/cli.md': cliDocs,
};

/** Replaces each file that differs, at once or not at all. */
function writeGenerated(): void {
	for (const [name, textOf] of Object.entries(GENERATED)) {
		const file = join(import.meta.dirname, '..', name);
		const text = textOf();
		if (readFileSync(file, 'utf8') === text) continue;
		writeFileSync(`${file}.part`, text);
		renameSync(`${file}.part`, file);
		console.log(`${name} written`);
	}
}

if (import.meta.main) writeGenerated();
