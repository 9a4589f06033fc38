import { defineConfig } from 'vitest/config';
import { callRoutes } from './web/build/callRoutes.ts';

const node = (name: string) => ({
	test: {
		name,
		include: [`${name}/**/*.test.ts`],
		environment: 'node',
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// A condition that is waited for may take longer on a busy machine; a test that passes does not.
		expect: { poll: { timeout: 10_000 } },
	},
});

export default defineConfig({
	test: {
		// Two cores: more workers only make every test slower.
		maxWorkers: 2,
		projects: [
			...['db', 'engine', 'bff', 'sandbox', 'bot', 'scripts', 'e2e'].map(node),
			// Each of its steps is a process of its own, which takes its time where many run at once.
			{ test: { ...node('cli').test, testTimeout: 120_000, expect: { poll: { timeout: 20_000 } } } },
			{
				plugins: [callRoutes()],
				test: {
					name: 'web',
					include: ['web/**/*.test.{ts,tsx}'],
					environment: 'jsdom',
					setupFiles: ['web/src/testing.ts'],
				},
			},
		],
	},
});
