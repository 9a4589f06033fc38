import type { Plugin } from 'vite';

/** Puts the styles of the public pages into their document, so that the first paint needs no further request. */
export function inlineStyles(): Plugin {
	return {
		name: 'dropwire:inline-styles',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(html, { filename, bundle }) {
				if (!filename.endsWith('index.html')) return html;
				return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (link, file: string) => {
					const styles = bundle?.[file];
					return styles?.type === 'asset' ? `<style>${String(styles.source).trim()}</style>` : link;
				});
			},
		},
	};
}
