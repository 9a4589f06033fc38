import type { ReactNode } from 'react';
import { AccountButton } from './AccountButton.tsx';
import { useFeatures } from './feature.ts';
import { FrameLayout } from './FrameLayout.tsx';
import { StatusLine } from './StatusLine.tsx';

interface Props {
	menu: ReactNode;
	onPhone?: 'strip' | 'drawer';
	children: ReactNode;
}

/** The workbench's frame of a signed-in user: menu, content, status line. */
export function Frame({ menu, onPhone = 'strip', children }: Props) {
	const features = useFeatures();
	return (
		<FrameLayout menu={menu} onPhone={onPhone} account={<AccountButton />} status={<StatusLine />}>
			{features.map(({ Banner }, index) => Banner && <Banner key={index} />)}
			{children}
		</FrameLayout>
	);
}
