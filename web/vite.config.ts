import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react()],
	build: { target: 'es2023', chunkSizeWarningLimit: 700 },
	server: {
		proxy: { '/api': 'http://localhost:3000', '/auth': 'http://localhost:3000', '/connect': 'http://localhost:3000' },
	},
});
