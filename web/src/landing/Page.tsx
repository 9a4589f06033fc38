import { StrictMode } from 'react';
import { Status } from './Status.tsx';
import type { PageData } from './data.ts';
import { Landing } from './Landing.tsx';
import { Payout } from './Payout.tsx';

/** A page that the server renders: no component library is loaded for it. */
export function Page({ data }: { data: PageData }) {
	return <StrictMode>{pageOf(data)}</StrictMode>;
}

function pageOf(data: PageData) {
	if (data.page === 'status') return <Status site={data.site} initial={data.status} />;
	if (data.page === 'payout') return <Payout site={data.site} now={data.status.at} />;
	return <Landing {...data} />;
}
