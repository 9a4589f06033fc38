import './pressedEarly.ts';
import { PAGES } from '@dropwire/contract';
import { StrictMode, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { type Feature, FeaturesContext } from './feature.ts';
import { Framed } from './Framed.tsx';
import { Workbench } from './Workbench.tsx';

/** The app with these features. The landing page is a separate document (index.html) and loads none of this. */
export function App({ features }: { features: readonly Feature[] }) {
	return (
		<StrictMode>
			<ErrorBoundary>
				<FeaturesContext value={features}>
					<BrowserRouter>
						<Suspense fallback={null}>
							<Routes>
								<Route path={PAGES.dashboard} element={<Workbench />} />
								{features.flatMap(({ framedPages = [] }) =>
									framedPages.map(({ path, screen: Screen, members = false }) => (
										<Route
											key={path}
											path={path}
											element={
												<Workbench members={members}>
													<Framed>
														<Screen />
													</Framed>
												</Workbench>
											}
										/>
									)),
								)}
								{features.flatMap(({ pages = [] }) =>
									pages.map(({ path, screen: Screen }) => <Route key={path} path={path} element={<Screen />} />),
								)}
								<Route path="*" element={<NotFound />} />
							</Routes>
						</Suspense>
					</BrowserRouter>
				</FeaturesContext>
			</ErrorBoundary>
		</StrictMode>
	);
}
