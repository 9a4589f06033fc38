import './publicHeader.css';
import './publicPage.css';
import './skipLink.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '../theme/mantine.ts';
import { PublicHeader } from './PublicHeader.tsx';
import { CONTENT_ID } from './SkipLink.tsx';

/** A page outside the dashboard, with the header of the landing page. */
export function PublicPage({ children }: { children: ReactNode }) {
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<div className="public-head">
				<PublicHeader />
			</div>
			<main className="public-content" id={CONTENT_ID} tabIndex={-1}>
				{children}
			</main>
			<footer className="public-foot">
				<a href="/privacy-policy-and-terms">Privacy and terms</a>
			</footer>
		</MantineProvider>
	);
}
