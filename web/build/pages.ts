import type { Plugin } from 'vite';

/** While developing, as the server does: `/` is the landing page, every other page the application. */
export function pages(): Plugin {
	return {
		name: 'dropwire:pages',
		configureServer(server) {
			server.middlewares.use((request, _response, next) => {
				const path = request.url?.replace(/\?.*/, '') ?? '/';
				const page = request.headers.accept?.includes('text/html') && path !== '/' && !path.includes('.');
				if (page) request.url = '/app.html';
				next();
			});
		},
	};
}
