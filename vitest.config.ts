import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { callRoutes } from './web/build/callRoutes.ts';

// Processes that tests start take half the time with the compiled code of earlier ones.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Tests that do not depend on the database run on the embedded one only. */
const onServer = process.env['DATABASE_URL']?.startsWith('mysql:') === true;
const DATABASE_FREE = [
	// They open an embedded database whatever the tests run on.
	'bff/src/{oneProcess,startChecks}.test.ts',
	'db/src/connection/processLock.test.ts',
	// They use no database.
	'packages/engine/src/process/stopOnSignal.test.ts',
	'packages/engine/src/publish/messages/messageLimits.test.ts',
	'packages/engine/src/product/*.test.ts',
	'packages/engine/src/watch/schedule/{launches,launchTimer,plan,schedule}.test.ts',
	'packages/engine/src/{history/packed,social/social}.test.ts',
	// Pictures pass through memory only.
	'bff/src/images/{images,memory}.test.ts',
	// The browser, the bot, and what npm does with signals. The server's own tests make the same calls on both databases; the
	// tests of whole processes that open the database themselves stay.
	'test/e2e/src/!(builtEngine|production|rollingRestart|start).test.ts',
];

const FOLDERS: Record<string, string> = { e2e: 'test/e2e', bench: 'test/bench' };
for (const name of ['domain', 'contract', 'retailers', 'engine', 'sandbox']) FOLDERS[name] = `packages/${name}`;

const node = (name: string) => ({
	test: {
		name,
		include: [`${FOLDERS[name] ?? name}/**/*.test.ts`],
		exclude: [...configDefaults.exclude, ...(onServer ? DATABASE_FREE : [])],
		environment: 'node',
		// The files of a worker share its modules: each opens what it needs for itself, so only loading would be repeated.
		isolate: false,
		testTimeout: 90_000,
		hookTimeout: 90_000,
		// On a busy machine a condition takes longer to become true.
		expect: { poll: { timeout: 20_000 } },
	},
});

const web = {
	plugins: [callRoutes()],
	test: {
		name: 'web',
		include: ['web/**/*.test.{ts,tsx}'],
		environment: 'jsdom',
		// The setup file isolates them: a window and the libraries of their own take six times as long as the tests.
		isolate: false,
		// Its cache of answers is a module's.
		server: { deps: { inline: ['swr'] } },
		setupFiles: ['web/src/testing.ts'],
	},
};

export default defineConfig({
	test: {
		// Two more than the cores of a small machine: browser tests and those of killed processes mostly wait.
		maxWorkers: 4,
		projects: [
			...['db', 'engine', 'bff'].map(node),
			// The bot knows the server only.
			...(onServer ? [] : ['bot', 'domain', 'contract', 'retailers', 'sandbox', 'scripts', 'bench'].map(node)),
			// A journey has dozens of steps in a browser. Its limit is for a machine on which much else runs.
			{
				test: {
					...node('e2e').test,
					testTimeout: 300_000,
					hookTimeout: 120_000,
					// Each attempt asks the page, on a processor that the page needs.
					expect: { poll: { timeout: 30_000, interval: 100 } },
				},
			},
			// The command line knows the server only. Each step starts a process, which takes long while many run at once.
			...(onServer
				? []
				: [{ test: { ...node('cli').test, testTimeout: 120_000, expect: { poll: { timeout: 30_000 } } } }]),
			...(onServer ? [] : [web]),
		],
	},
});
