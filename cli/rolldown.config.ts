import { defineConfig } from 'rolldown';

/**
 * One package without dependencies. The work of each command is a chunk that is loaded when the command is called; the entry
 * only has the descriptions, which keeps the startup time short.
 */
export default defineConfig({
	input: { dropwire: 'src/bin.ts' },
	platform: 'node',
	output: {
		dir: 'dist',
		format: 'esm',
		cleanDir: true,
		chunkFileNames: 'chunks/[name]-[hash].js',
		// Less to read at startup; names are kept for stack traces.
		minify: { mangle: false },
	},
});
