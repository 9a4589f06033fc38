import type { ReactNode } from 'react';
import { AccountButton } from './AccountButton.tsx';
import { ExpiryBanner } from '../access/ExpiryBanner.tsx';
import { FrameLayout } from './FrameLayout.tsx';
import { StatusLine } from './StatusLine.tsx';

interface Props {
	menu: ReactNode;
	onPhone?: 'strip' | 'drawer';
	children: ReactNode;
}

/** The workbench's frame of a signed-in user: menu, content, status line. */
export function Frame({ menu, onPhone = 'strip', children }: Props) {
	return (
		<FrameLayout menu={menu} onPhone={onPhone} account={<AccountButton />} status={<StatusLine />}>
			<ExpiryBanner />
			{children}
		</FrameLayout>
	);
}
