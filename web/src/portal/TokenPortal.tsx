import './portal.css';
import { Button, Loader } from '@mantine/core';
import { Link } from 'react-router-dom';
import { signOut } from '../api/client.ts';
import { useCall } from '../api/useCall.ts';
import { Leave } from '../ui/Leave.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { Extension } from './Extension.tsx';
import { Guide, Purpose } from './TokenTexts.tsx';
import { TokenForm } from './TokenForm.tsx';

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
	// Without a session `useCall` redirects to sign-in; any other failure redirects to the landing page.
	const { data, error } = useCall('portalUser', {}, { revalidateOnFocus: false });
	if (error && error.status !== 401) return <Leave to="/" />;
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
					<Link to="/dashboard/admin">Dashboard</Link>
					<Link to="/account/sessions">Sessions</Link>
					<Button variant="default" size="xs" onClick={() => void signOut()}>
						Sign out
					</Button>
				</nav>
			</header>
			<h2 className="portal-part">Retailer token</h2>
			<div className="portal-columns">
				<div className="portal-column">
					<Purpose />
					<Guide />
				</div>
				<TokenForm />
			</div>
			<h2 className="portal-part">Add-to-cart extension</h2>
			<Extension />
		</div>
	);
}
