import { lazy, type ReactNode, Suspense } from 'react';
import { afterLoad } from './afterLoad.ts';
import { ExpiryBanner } from './ExpiryBanner.tsx';
import { AccountPlace, FrameLayout } from './FrameLayout.tsx';
import { StatusLine } from './StatusLine.tsx';

// The menu loads a positioning library, which must not delay the page's data.
const UserMenu = lazy(() => afterLoad().then(() => import('./UserMenu.tsx')));

interface Props {
	menu: ReactNode;
	onPhone?: 'strip' | 'drawer';
	children: ReactNode;
}

/** The workbench's frame of a signed-in user: menu, content, status line. */
export function Frame({ menu, onPhone = 'strip', children }: Props) {
	const account = (
		<Suspense fallback={<AccountPlace />}>
			<UserMenu />
		</Suspense>
	);
	return (
		<FrameLayout menu={menu} onPhone={onPhone} account={account} status={<StatusLine />}>
			<ExpiryBanner />
			{children}
		</FrameLayout>
	);
}
