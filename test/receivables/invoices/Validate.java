import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Validates each file of a folder with Mustang. Writes a line for each: name, tab, "valid" or what is wrong. */
public class Validate {
  static final Pattern ERROR = Pattern.compile("<(?:error|exception|fatal)[^>]*>([^<]*)<");

  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    // The validator writes its log to both.
    System.setOut(System.err);
    List<Path> files;
    try (var listed = Files.list(Path.of(args[0]))) {
      files = listed.sorted().toList();
    }
    for (Path file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(file.toString());
      out.println(file.getFileName() + "\t" + (validator.wasCompletelyValid() ? "valid" : errorsOf(report)));
    }
  }

  static String errorsOf(String report) {
    Matcher found = ERROR.matcher(report);
    String errors = found.results().map(it -> it.group(1).strip()).distinct().collect(Collectors.joining(" | "));
    return (errors.isEmpty() ? report : errors).replaceAll("\\s+", " ");
  }
}
