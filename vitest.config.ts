import { defineConfig } from 'vitest/config';

const node = (name: string) => ({
	test: { name, include: [`${name}/**/*.test.ts`], environment: 'node', testTimeout: 30_000, hookTimeout: 60_000 },
});

export default defineConfig({
	test: {
		// Two cores: more workers only make every test slower.
		maxWorkers: 2,
		projects: [
			...['db', 'engine', 'bff', 'sandbox', 'scripts', 'e2e'].map(node),
			{
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
