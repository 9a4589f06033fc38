import { PublicPage } from '../shell/PublicPage.tsx';
import { FreeImages } from './pages.tsx';

/** The free image fetcher, for anyone. */
export default function FreeFetcher() {
	return (
		<PublicPage>
			<FreeImages />
		</PublicPage>
	);
}
