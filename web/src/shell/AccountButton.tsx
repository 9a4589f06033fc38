import { lazy, Suspense, useState, useTransition } from 'react';
import { AccountFace } from './AccountFace.tsx';

const load = () => import('./UserMenu.tsx');
const UserMenu = lazy(load);

/** The button of the account. Its menu needs half as much code as the page, which loads when the button is used. */
export function AccountButton() {
	const [used, setUsed] = useState(false);
	const [loading, start] = useTransition();
	// A failure is shown by the click.
	const begin = () => void load().catch(() => null);
	const face = (
		<AccountFace
			aria-haspopup="menu"
			aria-expanded={false}
			aria-busy={loading}
			onPointerEnter={begin}
			onFocus={begin}
			onClick={() => start(() => setUsed(true))}
		/>
	);
	return <Suspense fallback={face}>{used ? <UserMenu /> : face}</Suspense>;
}
