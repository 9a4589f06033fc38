/** Checks the types of every room, and says which one is wrong. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOMS } from './rooms.ts';

const root = join(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/.bin/tsc');
const wrong = [...ROOMS, 'scripts'].filter(
	(room) =>
		existsSync(join(root, room, 'tsconfig.json')) &&
		spawnSync(tsc, ['-p', room], { cwd: root, stdio: 'inherit' }).status !== 0,
);
console.log(wrong.length === 0 ? 'Types: fine.' : `Types: wrong in ${wrong.join(', ')}.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
