import './portal.css';
import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { signOut } from '../ui/signOut.ts';
import { useCall } from '../api/useCall.ts';
import { Leave } from '../ui/Leave.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { Extension } from './Extension.tsx';
import { Guide, Purpose } from './TokenTexts.tsx';
import { TokenForm } from './TokenForm.tsx';

/** The width up to which a part is folded, as in portal.css. */
const PHONE = '(max-width: 640px)';

/** A part of the page. On a phone it is folded to one sentence. */
function Part({ title, summary, children }: { title: string; summary: string; children: ReactNode }) {
	const isPhone = useMediaQuery(PHONE, matchMedia(PHONE).matches);
	const [unfolded, setUnfolded] = useState(false);
	// What is folded stays rendered, so that turning a phone keeps what was typed.
	return (
		<section className={isPhone ? 'card portal-fold' : 'portal-unfolded'}>
			<h2 className="portal-part">
				{isPhone ? (
					<button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
						{title}
					</button>
				) : (
					title
				)}
			</h2>
			{isPhone && <p className="dim">{summary}</p>}
			<div className="portal-contents" hidden={isPhone && !unfolded}>
				{children}
			</div>
		</section>
	);
}

/** The token portal: a member submits the access token of a retailer account, and downloads the browser extension. */
export default function TokenPortal() {
	return (
		<PublicPage>
			<Title of="User Portal" />
			<Portal />
		</PublicPage>
	);
}

function Portal() {
	// Without a session `useCall` redirects to sign-in; any other failure of the first read redirects to the
	// landing page. A later one would lose what was typed.
	const { data, error } = useCall('portalUser', {}, { revalidateOnFocus: false });
	if (!data && error && error.status !== 401) return <Leave to="/" />;
	if (!data) {
		return (
			<div style={{ minHeight: '50vh', display: 'grid', placeContent: 'center' }} aria-busy="true">
				<Loader aria-label="Loading" />
			</div>
		);
	}
	return (
		<div className="portal wide">
			<header className="portal-head">
				<div>
					<h1>User Portal</h1>
					<p className="dim">Signed in as {data.username}</p>
				</div>
				<nav aria-label="Account">
					<Link to="/dashboard">Dashboard</Link>
					<Link to="/account">Account</Link>
					<Button variant="default" size="xs" onClick={() => void signOut()}>
						Sign out
					</Button>
				</nav>
			</header>
			<Part title="Retailer token" summary="Dropwire only stores it, and no feature needs it. You can skip this part.">
				<div className="portal-columns">
					<div className="portal-column">
						<Purpose />
						<Guide />
					</div>
					<TokenForm />
				</div>
			</Part>
			<Part
				title="Add-to-cart extension"
				summary="It works in Chrome and Edge on a computer: open this page there to install it."
			>
				<Extension />
			</Part>
		</div>
	);
}
