import '@fontsource-variable/inter/wght.css';
import './theme/tokens.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Landing } from './landing/Landing.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { NotFound } from './shell/NotFound.tsx';

// The component library stays in the workbench's chunk: the landing page does not load it.
const Workbench = lazy(() => import('./shell/Workbench.tsx'));
const FreeFetcher = lazy(() => import('./images/FreeFetcher.tsx'));
const TokenPortal = lazy(() => import('./portal/TokenPortal.tsx'));
const Terms = lazy(() => import('./terms/Terms.tsx'));

createRoot(document.getElementById('root') as HTMLElement).render(
	<StrictMode>
		<ErrorBoundary>
			<BrowserRouter>
				<Suspense fallback={null}>
					<Routes>
						<Route path="/" element={<Landing />} />
						<Route path="/dashboard/*" element={<Workbench />} />
						<Route path="/userportal/accesstoken" element={<TokenPortal />} />
						<Route path="/freefetcher/*" element={<FreeFetcher />} />
						<Route path="/privacy-policy-and-terms/*" element={<Terms />} />
						<Route path="*" element={<NotFound />} />
					</Routes>
				</Suspense>
			</BrowserRouter>
		</ErrorBoundary>
	</StrictMode>,
);
