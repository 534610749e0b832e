"""What is read from task definitions, sets, names and rows; what is wrong with them is told."""
import os
import tempfile
import unittest

from competition import tasks

HERE = os.path.dirname(os.path.abspath(__file__))


def read(*paths, **options):
    reader = tasks.Reader(HERE, **options)
    for path in paths:
        reader.read(path)
    return reader


class Test(unittest.TestCase):
    def test_definition(self):
        reader = read("tasks/bounded.yml")
        self.assertEqual([(t.property, t.expected, t.part, t.model, t.group) for t in reader.chosen()],
                         [("unreach-call", "true", "", "32", "tasks"), ("termination", "true", "", "32", "tasks"),
                          ("no-overflow", "true", "", "32", "tasks")])
        self.assertEqual(reader.without_verdict, 1)
        self.assertEqual(reader.tasks[0].inputs, (os.path.join(HERE, "tasks/bounded.c"),))
        task = read("tasks/read.yml").tasks[0]
        self.assertEqual((task.expected, task.part, task.model), ("false", "valid-deref", "64"))
        self.assertEqual([os.path.basename(p) for p in read("tasks/two-files.yml").tasks[0].inputs],
                         ["part_one.c", "part_two.c"])

    def test_set(self):
        reader = read("tasks/Right.set")
        names = [(t.name, t.property) for t in reader.chosen()]
        with open(os.path.join(HERE, "outcomes.tsv")) as lines:
            listed = [tuple(line.split("\t")[:2]) for line in lines if not line.startswith("#")]
        self.assertEqual(set(names), {pair for pair in listed if "mislabelled" not in pair[0]})
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual({t.group for t in reader.tasks}, {"Right"})
        self.assertEqual(reader.missing, ["tasks/Right.set: missing-*.yml"])
        self.assertEqual({t.group for t in read("tasks/Right.set", group="mine").tasks}, {"mine"})

    def test_folder_and_doubles(self):
        reader = read("tasks", "tasks/bounded.yml")
        self.assertEqual(len([t for t in reader.chosen() if t.name == "tasks/bounded.yml"]), 3)

    def test_names(self):
        found = read("tasks/old_true-unreach-call_false-no-overflow.c", "tasks/old_false-valid-deref.c", model="32").chosen()
        self.assertEqual([(t.property, t.expected, t.part, t.model) for t in found],
                         [("unreach-call", "true", "", "32"), ("no-overflow", "false", "", "32"),
                          ("valid-memsafety", "false", "valid-deref", "32")])

    def test_rows(self):
        reader = read("rows.tsv")
        self.assertEqual([(t.name, t.group, t.property, t.expected, t.model, t.std) for t in reader.chosen()],
                         [("tasks/reached.c", "rows", "assert", "false", "64", ""),
                          ("tasks/width.c", "rows", "assert", "true", "32", "-std=c11"),
                          ("tasks/read.c", "more", "valid-memsafety", "false", "32", "")])
        self.assertEqual(reader.missing, ["tasks/absent.c"])

    def test_properties_are_known_by_what_they_say(self):
        for text, name in [
            ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", "unreach-call"),
            ("CHECK(init(main()),LTL(G!overflow))", "no-overflow"),
            ("CHECK( init(main()), LTL(G valid-memtrack) )\nCHECK( init(main()), LTL(G valid-free) )\n"
             "CHECK( init(main()), LTL(G valid-deref) )", "valid-memsafety"),
            ("CHECK( init(main()), LTL(G valid-deref) )", "mine"),
            ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "mine"),
        ]:
            self.assertEqual(tasks.property_name(text, "folder/mine.prp"), name, text)
        for name in tasks.FORMULAS:
            self.assertEqual(tasks.property_name(tasks.property_text(name), "x.prp"), name)

    def test_selection(self):
        every = read("tasks/Right.set", "rows.tsv").chosen()
        def names(**chosen):
            return [t.name for t in tasks.select(every, **chosen)]
        self.assertEqual(names(properties=["no-data-race"]), ["tasks/adds.yml"])
        self.assertEqual(names(groups=["ro*"]), ["tasks/reached.c", "tasks/width.c"])
        self.assertEqual(names(match="width", without="yml$"), ["tasks/width.c"])

    def test_a_change_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x_true-unreach-call.c")
            def once(text):
                with open(path, "w") as file:
                    file.write(text)
                return tasks.fingerprint(read(path).tasks[0])
            self.assertEqual(once("int main() {}"), once("int main() {}"))
            self.assertNotEqual(once("int main() {}"), once("int main() { }"))

    def test_mistakes(self):
        good = "format_version: '2.0'\ninput_files: x.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\n"
        with tempfile.TemporaryDirectory() as folder:
            for name, text in [("x.c", "int main() {}"), ("p.prp", tasks.property_text("termination"))]:
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            def refused(text, name="t.yml"):
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(text)
                try:
                    return f"read: {len(read(path).tasks)}"
                except tasks.Mistake as mistake:
                    return str(mistake).replace(path, "FILE")
            self.assertEqual(refused(good), "read: 1")
            self.assertEqual(refused(good.replace("2.0", "3.0")), "FILE: format_version 3.0 is not a task definition's")
            self.assertTrue(refused("a: [1").startswith("FILE: no YAML: while parsing a flow sequence in \"FILE\", line 1"))
            self.assertEqual(refused("- a"), "FILE: format_version None is not a task definition's")
            self.assertEqual(refused(good.replace("true", "maybe")), "FILE: expected_verdict is maybe, neither true nor false")
            self.assertEqual(refused(good + "    subproperty: valid-deref\n"), "FILE: a subproperty with expected_verdict true")
            self.assertEqual(refused(good.replace("input_files: x.c", "")), "FILE: no input_files")
            self.assertEqual(refused(good + "options:\n  data_model: ILP16\n"), "FILE: unknown data model ILP16")
            self.assertEqual(refused(good.replace("x.c", "gone.c")), "read: 0")
            self.assertEqual(refused(good + "options:\n  language: Java\n"), "read: 0")
            self.assertEqual(refused("g\tx.c\tassert\tmaybe\t32\n", "rows.tsv"), "FILE: x.c: data model '32', verdict 'maybe'")
            self.assertIn("neither a task definition", refused("", "x.txt"))
            self.assertRaises(tasks.Mistake, read, "nowhere.set")
            # Whatever else lies in a folder.
            os.remove(os.path.join(folder, "x.txt"))
            self.assertEqual(refused("on: push\n", "ci.yml"), "FILE: format_version None is not a task definition's")
            with open(os.path.join(folder, "t.yml"), "w") as file:
                file.write(good)
            self.assertEqual(len(read(folder).tasks), 1)


if __name__ == "__main__":
    unittest.main()
