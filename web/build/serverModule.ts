import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Builds the module with which the server renders the public pages: one file without dependencies. */
export async function buildServerModule(root: string, outDir: string): Promise<void> {
	await build({
		configFile: false,
		root,
		logLevel: 'error',
		plugins: [react()],
		define: { 'process.env.NODE_ENV': '"production"' },
		ssr: { noExternal: true },
		build: { ssr: 'src/landing/server.tsx', outDir, target: 'node24', copyPublicDir: false },
	});
}
