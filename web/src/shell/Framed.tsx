import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { Frame } from './Frame.tsx';
import { MainMenu } from './MainMenu.tsx';

/** A screen in the frame with everybody's menu. */
export function Framed({ children }: { children: ReactNode }) {
	return (
		<Frame menu={<MainMenu user={useUser()} />}>
			<ErrorBoundary framed>
				<Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
			</ErrorBoundary>
		</Frame>
	);
}
