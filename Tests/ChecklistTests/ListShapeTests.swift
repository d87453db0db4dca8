import Testing

@testable import Checklist

@Suite struct ListsAreToldFromProse {
    @Test(arguments: [
        "milk\n2 eggs\nbread\n", "Milch\nEier (10 Stück)\nBrot vom Bäcker\n", "lait\nœufs\npain complet\n",
        "牛乳\n卵\n食パン 6枚\n", "молоко\nхлеб\nяйца\n", "חלב\nלחם\nביצים\n", "दूध\nरोटी\nअंडे\n",
        "• call the plumber\n• pay rent\n", "– Zelt\n– Schlafsack\n", "- a\n- b\n", "🥑 avocado\n🍞 bread\n",
        "* only one\n",
        "Pick up dry cleaning\nBook flights\nEmail Anna about Friday\n",
        "500 g flour\n250 ml milk\n3 eggs\n1 pinch of salt\n",
    ])
    func lists(text: String) {
        let document = parsed(text)
        #expect(
            document.looksLikeList(in: 0..<document.lineCount), "\(document.listShapes(in: 0..<document.lineCount))")
    }

    @Test(arguments: [
        "We met at noon by the old station. She said\nthat the lamp in the hall was broken again.\n",
        "Dear Anna, thank you for the letter, which arrived on Monday.\nI was glad to read that all of you are well.\n",
        "今日は駅で会いました。とても楽しかったです。\n明日また行きます。\n",
        "Вчера мы ходили в парк. Было очень тепло,\nи дети играли до вечера.\n",
        "Gestern waren wir im Park. Es war sehr warm,\nund die Kinder haben bis zum Abend gespielt.\n",
        "Just one line\n", "# Heading\n", "> quoted\n> text\n", "```\nmilk\neggs\n```\n", "",
    ])
    func prose(text: String) {
        let document = parsed(text)
        #expect(
            !document.looksLikeList(in: 0..<document.lineCount), "\(document.listShapes(in: 0..<document.lineCount))")
    }

    @Test func runsAreJudgedForThemselves() {
        let document = parsed(
            "# Trip\n\nWe leave on Friday. It will be a long drive, so sleep.\nThe keys are at home.\n\ntent\nstove\nmap\n"
        )
        let shapes = document.listShapes(in: 0..<document.lineCount)
        #expect(shapes.map(\.lines) == [2..<4, 5..<8])
        #expect(shapes.map(\.looksLikeList) == [false, true])
    }

    @Test func itemsAreNoLongerAskedAbout() {
        #expect(parsed("- [ ] a\nmilk\neggs\n").listShapes(in: 0..<3).map(\.lines) == [1..<3])
    }
}
