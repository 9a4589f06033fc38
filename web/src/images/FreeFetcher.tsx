import { PublicPage } from '../shell/PublicPage.tsx';
import { Title } from '../shell/Title.tsx';
import { FreeImages } from './pages.tsx';

/** The free image fetcher, for anyone. */
export default function FreeFetcher() {
	return (
		<PublicPage>
			<Title of="Free image fetcher" />
			<FreeImages />
		</PublicPage>
	);
}
