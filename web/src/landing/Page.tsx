import { StrictMode } from 'react';
import { Status } from './Status.tsx';
import type { PageData } from './data.ts';
import { Landing } from './Landing.tsx';

/** A page that the server renders: no component library is loaded for it. */
export function Page({ data }: { data: PageData }) {
	return (
		<StrictMode>
			{data.page === 'status' ? <Status site={data.site} initial={data.status} /> : <Landing {...data} />}
		</StrictMode>
	);
}
