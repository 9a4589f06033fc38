import { PublicPage } from '../shell/PublicPage.tsx';
import { Title } from '../shell/Title.tsx';
import { FreeImages } from './pages.tsx';

/** The page of the free image fetcher, open without sign-in. */
export default function FreeFetcher() {
	return (
		<PublicPage>
			<Title of="Free image fetcher" />
			<FreeImages />
		</PublicPage>
	);
}
