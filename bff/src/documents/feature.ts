import type { Feature } from '../http/feature.ts';
import { docsPage } from './docsPage.ts';
import { eventSchema } from './eventSchema.ts';
import { openApi } from './openApi.ts';

export const documentsFeature = {
	handlers: {
		openapi: ({ server }) => openApi(server.settings.PUBLIC_URL),
		eventSchema: ({ server }) => eventSchema(server.settings.PUBLIC_URL),
		docs: () => ({ type: 'text/html; charset=utf-8', body: docsPage() }),
	},
} satisfies Feature;
