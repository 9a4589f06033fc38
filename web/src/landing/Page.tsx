import { StrictMode } from 'react';
import { Status } from './Status.tsx';
import type { PageData } from './data.ts';
import { Landing } from './Landing.tsx';
import { Payout } from './Payout.tsx';
import type { Releases } from './Releases.tsx';

interface Props {
	data: PageData;
	/** The release calendar, whose code the other pages do not load. */
	Calendar: typeof Releases | null;
}

/** A page that the server renders: no component library is loaded for it. */
export function Page(props: Props) {
	return <StrictMode>{pageOf(props)}</StrictMode>;
}

function pageOf({ data, Calendar }: Props) {
	if (data.page === 'status') return <Status site={data.site} initial={data.status} />;
	if (Calendar) {
		const rendered = { search: data.search, at: data.status.at };
		return <Calendar site={data.site} initial={data.releases} rendered={rendered} />;
	}
	if (data.page === 'payout') return <Payout site={data.site} now={data.status.at} />;
	return <Landing {...data} />;
}
