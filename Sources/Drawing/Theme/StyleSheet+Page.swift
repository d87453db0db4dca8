extension StyleSheet {
    private static let serif =
        "Charter,'Bitstream Charter','Sitka Text',Cambria,'Noto Serif','DejaVu Serif',Georgia,serif"

    private static func variables(_ colour: KeyPath<Palette.Pair, String>) -> String {
        [
            ("paper", Palette.paper), ("card", Palette.card), ("ink", Palette.ink), ("muted", Palette.muted),
            ("rule", Palette.grid), ("axis", Palette.axis), ("lost", Palette.lost), ("link", Palette.series[0]),
        ].map { "--\($0.0):\($0.1[keyPath: colour])" }.joined(separator: ";")
    }

    /// A shadow at each side to which a box can be scrolled further: covers that scroll with the content hide it at the
    /// ends.
    private static let scrollShadow = [
        "background:linear-gradient(90deg,var(--paper) 40%,transparent) left/32px 100% local no-repeat",
        "linear-gradient(-90deg,var(--paper) 40%,transparent) right/32px 100% local no-repeat",
        "linear-gradient(90deg,var(--axis),transparent) left/10px 100% scroll no-repeat",
        "linear-gradient(-90deg,var(--axis),transparent) right/10px 100% scroll no-repeat var(--paper)",
    ].joined(separator: ",")

    /// The rules of the page around the drawings.
    static let page = """
        :root{\(variables(\.light))}
        @media screen and (prefers-color-scheme:dark){:root{\(variables(\.dark))}}
        *{box-sizing:border-box}
        html{background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
        body{margin:0 auto;max-width:760px;overflow-x:clip;padding:3.5rem 20px 4rem;font:1.0625rem/1.6 \(serif);text-wrap:pretty}
        h1,h2,h3,nav,table,summary,.facts,.subtitle,footer,figcaption{font-family:\(sansSerif)}
        h1{font-size:clamp(1.6rem,5.2vw,2.35rem);line-height:1.15;letter-spacing:-.015em;margin:0 0 .5rem;text-wrap:balance}
        h2{font-size:1.35rem;line-height:1.25;margin:3.2rem 0 .8rem;padding-top:1.1rem;border-top:1px solid var(--rule)}
        h3{font-size:1.02rem;line-height:1.35;margin:0}
        p{margin:0 0 1rem}
        a{color:var(--link);text-underline-offset:.15em}
        .subtitle{font-size:1.1rem;line-height:1.45;color:var(--muted);margin:0;max-width:38em}
        .facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.4rem,1fr));gap:1.2rem 1.6rem;margin:2rem 0 0}
        .facts div{display:flex;flex-direction:column-reverse;justify-content:flex-end;border-top:2px solid var(--ink);padding-top:.55rem}
        .facts dd{margin:0;font-size:1.75rem;line-height:1.15;font-weight:600;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
        .facts dt{font-size:.86rem;line-height:1.35;color:var(--muted);margin-top:.2rem}
        .alarming{color:var(--lost)}
        nav ol{display:flex;flex-wrap:wrap;gap:.3rem 1.3rem;list-style:none;margin:1.8rem 0 0;padding:0;font-size:.92rem}
        figure{margin:1.8rem 0 2.2rem}
        figcaption{margin-bottom:.9rem}
        figcaption p{margin:.2rem 0 0;font-size:.92rem;line-height:1.45;color:var(--muted)}
        svg{display:block;width:100%;height:auto;overflow:visible}
        .drawing{position:relative}
        .onphone{display:none}
        .stops input{appearance:none;position:absolute;width:24px;height:24px;margin:-12px 0 0 -12px;border:2px solid transparent;border-radius:50%;pointer-events:none}
        .stops input:focus-visible{border-color:var(--ink);outline:none;z-index:2}
        .stops .card{position:absolute;display:none;pointer-events:none;z-index:3;width:max-content;max-width:min(20rem,62%);transform:translate(18px,-50%);padding:.4rem .6rem;background:var(--card);border:1px solid var(--axis);border-radius:5px;font:.8rem/1.4 \(sansSerif)}
        .stops .before{transform:translate(calc(-100% - 18px),-50%)}
        .stops .card p{margin:0}
        .stops input:focus-visible+.card{display:block}
        details{margin-top:.8rem}
        summary{cursor:pointer;font-size:.88rem;color:var(--muted);width:max-content}
        .scroll{overflow-x:auto;margin:.6rem 0 1.4rem;\(scrollShadow)}
        td.words{min-width:12rem}
        table{border-collapse:collapse;font-size:.87rem;line-height:1.4;font-variant-numeric:tabular-nums}
        caption{text-align:left;font-weight:600;font-size:.95rem;padding-bottom:.5rem}
        th,td{padding:.34rem .7rem .34rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
        thead th{font-weight:600;color:var(--muted);border-bottom-color:var(--muted);white-space:nowrap}
        tbody th{font-weight:600;white-space:nowrap}
        .number{text-align:right;white-space:nowrap}
        td.alarming{font-weight:600}
        code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.88em}
        pre{border:1px solid var(--rule);border-radius:6px;padding:.8rem 1rem;overflow-x:auto;font-size:.92rem;line-height:1.45;\(scrollShadow)}
        footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--rule);font-size:.84rem;color:var(--muted)}
        footer p{margin:0 0 .3rem;overflow-wrap:anywhere}
        :focus-visible{outline:2px solid var(--link);outline-offset:3px}
        .nl .hit:focus-visible{outline:none}
        @media (max-width:600px){
        .onpage{display:none}.onphone{display:block}body{padding-top:2rem;font-size:1rem}
        .wide::before{content:"The table continues to the right \\2192";position:sticky;left:0;display:block;width:max-content;font:.8rem/1.6 \(sansSerif);color:var(--muted)}
        .wide tbody th,.wide thead th:first-child{position:sticky;left:0;background:var(--paper);z-index:1}
        }
        @media print{
        html{background:#fff}
        body{max-width:none;padding:0;font-size:10.5pt}
        figure,tr,pre,.facts,.scroll{break-inside:avoid}h2,h3{break-after:avoid}
        nav,summary,.stops{display:none}.scroll{overflow:visible}figure .onpage{max-width:16cm;display:block}figure .onphone{display:none}
        }
        """
}
