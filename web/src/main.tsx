import '@fontsource-variable/inter/wght.css';
import './theme/tokens.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Workbench } from './shell/Workbench.tsx';

// The landing page is a document of its own (index.html): it loads none of this.
const FreeFetcher = lazy(() => import('./images/FreeFetcher.tsx'));
const TokenPortal = lazy(() => import('./portal/TokenPortal.tsx'));
const CliSignin = lazy(() => import('./signin/CliSignin.tsx'));
const Terms = lazy(() => import('./terms/Terms.tsx'));

createRoot(document.getElementById('root') as HTMLElement).render(
	<StrictMode>
		<ErrorBoundary>
			<BrowserRouter>
				<Suspense fallback={null}>
					<Routes>
						<Route path="/dashboard/*" element={<Workbench />} />
						<Route path="/userportal/accesstoken" element={<TokenPortal />} />
						<Route path="/signin/cli" element={<CliSignin />} />
						<Route path="/freefetcher/*" element={<FreeFetcher />} />
						<Route path="/privacy-policy-and-terms/*" element={<Terms />} />
						<Route path="*" element={<NotFound />} />
					</Routes>
				</Suspense>
			</BrowserRouter>
		</ErrorBoundary>
	</StrictMode>,
);
