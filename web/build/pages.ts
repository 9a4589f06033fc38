import type { Plugin } from 'vite';

/**
 * Routes the development server's pages like the real server: `/` and `/status` are public pages, all other paths are the
 * application.
 */
export function pages(): Plugin {
	return {
		name: 'dropwire:pages',
		configureServer(server) {
			server.middlewares.use((request, _response, next) => {
				const path = request.url?.replace(/\?.*/, '') ?? '/';
				const page =
					request.headers.accept?.includes('text/html') && path !== '/' && path !== '/status' && !path.includes('.');
				if (page) request.url = '/app.html';
				if (path === '/status') request.url = '/index.html';
				next();
			});
		},
	};
}
