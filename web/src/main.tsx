import '@fontsource-variable/inter/wght.css';
import './theme/tokens.css';
import { PAGES } from '@dropwire/contract';
import { lazy, startTransition, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import './shell/pressedEarly.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { NotFound } from './ui/NotFound.tsx';
import { prepare } from './shell/prepare.ts';
import { Workbench } from './shell/Workbench.tsx';

// The landing page is a separate document (index.html) and loads none of this.
const FreeFetcher = lazy(() => import('./images/FreeFetcher.tsx'));
const TokenPortal = lazy(() => import('./portal/TokenPortal.tsx'));
const Sessions = lazy(() => import('./sessions/Sessions.tsx'));
const RequestAccess = lazy(() => import('./requestAccess/RequestAccess.tsx'));
const CliSignin = lazy(() => import('./signin/CliSignin.tsx'));
const DeviceSignin = lazy(() => import('./signin/DeviceSignin.tsx'));
const Terms = lazy(() => import('./terms/Terms.tsx'));

const app = (
	<StrictMode>
		<ErrorBoundary>
			<BrowserRouter>
				<Suspense fallback={null}>
					<Routes>
						<Route path={PAGES.dashboard} element={<Workbench />} />
						<Route path={PAGES.tokenPortal} element={<TokenPortal />} />
						<Route path={PAGES.sessions} element={<Sessions />} />
						<Route path={PAGES.requestAccess} element={<RequestAccess />} />
						<Route path={PAGES.cliSignin} element={<CliSignin />} />
						<Route path={PAGES.deviceSignin} element={<DeviceSignin />} />
						<Route path={PAGES.freeFetcher} element={<FreeFetcher />} />
						<Route path={PAGES.terms} element={<Terms />} />
						<Route path="*" element={<NotFound />} />
					</Routes>
				</Suspense>
			</BrowserRouter>
		</ErrorBoundary>
	</StrictMode>
);
const root = document.getElementById('root') as HTMLElement;
// A transition renders in short slices, between which the browser paints and answers the user.
const render = () => startTransition(() => createRoot(root).render(app));
const preparing = prepare(location.pathname);
// Without a shell in the document, the app shows its own while it loads.
if (root.hasChildNodes()) void preparing.then(render);
else render();
