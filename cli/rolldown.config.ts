import { defineConfig } from 'rolldown';

/**
 * One package without dependencies. What a command does stands in a chunk of its own, loaded when it is called; the
 * entry has the descriptions alone, so that the start is quick.
 */
export default defineConfig({
	input: { dropwire: 'src/bin.ts' },
	platform: 'node',
	output: {
		dir: 'dist',
		format: 'esm',
		cleanDir: true,
		chunkFileNames: 'chunks/[name]-[hash].js',
		// Fewer bytes to read at every start; names stay, for whoever reads a stack.
		minify: { mangle: false },
	},
});
