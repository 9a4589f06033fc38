import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Landing } from './Landing.tsx';

/** The landing page as HTML, as the build writes it into the document. */
export function prerender(): string {
	return renderToString(
		<StrictMode>
			<Landing />
		</StrictMode>,
	);
}
