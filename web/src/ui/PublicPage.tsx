import './publicPage.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '../theme/mantine.ts';

/** A page that is readable without sign-in, with the public header. */
export function PublicPage({ children }: { children: ReactNode }) {
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<header className="public-head">
				<a className="brand" href="/">
					<img src="/favicon.svg" alt="" width="24" height="24" /> Dropwire
				</a>
				<nav aria-label="Pages">
					<a href="/freefetcher">Free fetcher</a>
					<a href="/status">Status</a>
					<a href="/privacy-policy-and-terms">Terms</a>
				</nav>
			</header>
			<main className="public-content">{children}</main>
		</MantineProvider>
	);
}
