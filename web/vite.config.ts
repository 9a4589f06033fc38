import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { budget } from './build/budget.ts';
import { compress } from './build/compress.ts';
import { packExtension } from './build/extension.ts';
import { pages } from './build/pages.ts';
import { callRoutes } from './build/callRoutes.ts';
import { prerender } from './build/prerender.ts';

const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

export default defineConfig({
	root,
	plugins: [react(), callRoutes(), pages(), budget('index.html'), finish()],
	build: {
		target: 'es2023',
		chunkSizeWarningLimit: 700,
		rolldownOptions: {
			input: [join(root, 'index.html'), join(root, 'app.html')],
			output: {
				// One file for what all screens are made of: left to itself the build makes a hundred small ones, each with a way
				// to the server and back of its own.
				codeSplitting: {
					groups: [
						{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
						{ name: 'components', test: /node_modules[\\/](@mantine|@floating-ui)[\\/]/ },
					],
				},
			},
		},
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/auth', '/connect', '/twitter', '/url', '/nike', '/s', '/invite'].map((path) => [path, SERVER]),
		),
	},
});

/** What is done to the written files, in this order. */
function finish(): Plugin {
	const outDir = join(root, 'dist');
	return {
		name: 'dropwire:finish',
		apply: 'build',
		// Not closeBundle: that runs after a failure too, and hides it behind its own.
		async writeBundle() {
			await prerender(root, outDir);
			await packExtension(outDir);
			await compress(outDir);
		},
	};
}
