import { renderToString } from 'react-dom/server';
import type { PageData } from './data.ts';
import { Page } from './Page.tsx';
import { Releases } from './Releases.tsx';

/** A public page as HTML. The build makes a module for the server of this (`web/dist/.server`). */
export function render(data: PageData): string {
	return renderToString(<Page data={data} Calendar={data.page === 'releases' ? Releases : null} />);
}
