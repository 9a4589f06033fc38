import type { Plugin } from 'vite';

/** Pages that the server renders, beside the landing page. */
const PUBLIC = ['/status', '/payout'];

/**
 * Routes the development server's pages like the real server: `/` and `PUBLIC` are public pages, all other paths are the
 * application.
 */
export function pages(): Plugin {
	return {
		name: 'dropwire:pages',
		configureServer(server) {
			server.middlewares.use((request, _response, next) => {
				const path = request.url?.replace(/\?.*/, '') ?? '/';
				const page =
					request.headers.accept?.includes('text/html') &&
					path !== '/' &&
					!PUBLIC.includes(path) &&
					!path.includes('.');
				if (page) request.url = '/app.html';
				if (PUBLIC.includes(path)) request.url = '/index.html';
				next();
			});
		},
	};
}
