import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { Frame } from './Frame.tsx';
import { MainMenu } from './MainMenu.tsx';

/** A screen in the frame with everybody's menu. Each address has its own state, so an error of one does not hide another. */
export function Framed({ children }: { children: ReactNode }) {
	return (
		<Frame menu={<MainMenu user={useUser()} />}>
			<ErrorBoundary framed key={useLocation().pathname}>
				<Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
			</ErrorBoundary>
		</Frame>
	);
}
